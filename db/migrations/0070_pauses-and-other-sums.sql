ALTER TABLE "memberships" ADD COLUMN "provider_charge" numeric(10, 2);--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "months_moved" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Whoever rests at this moment can still resume: what the day of the charge is later than a term after the last payment, less
-- the months that the staff gave.
UPDATE "memberships" m SET "months_moved" = greatest(0,
  (extract(year from m.paid_until) * 12 + extract(month from m.paid_until))
  - (extract(year from p.ends) * 12 + extract(month from p.ends)) - p.given)
FROM (
  SELECT DISTINCT ON (l.membership_id) l.membership_id, l.box_count, l.paid_at + l.box_count * interval '1 month' AS ends,
    (SELECT coalesce(sum(g.box_count), 0) FROM membership_payments g
      WHERE g.membership_id = l.membership_id AND g.reference LIKE 'extend:%' AND g.paid_at >= l.paid_at) AS given
  FROM membership_payments l WHERE l.reference !~ '^(comp|extend):'
  ORDER BY l.membership_id, l.paid_at DESC
) p WHERE p.membership_id = m.id AND p.box_count > 0;
