ALTER TABLE "drops" DROP CONSTRAINT "drops_state";--> statement-breakpoint
ALTER TABLE "checkouts" DROP CONSTRAINT "checkouts_status";--> statement-breakpoint
ALTER TABLE "boxes" DROP CONSTRAINT "boxes_state";--> statement-breakpoint
DROP INDEX "checkouts_unfinished";--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "notice_on" date;--> statement-breakpoint
CREATE INDEX "checkouts_unfinished" ON "checkouts" USING btree ("created_at") WHERE "checkouts"."status" in ('open', 'completing');--> statement-breakpoint
ALTER TABLE "drops" ADD CONSTRAINT "drops_state" CHECK ("drops"."state" in ('open', 'curated', 'held'));--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_status" CHECK ("checkouts"."status" in ('open', 'completing', 'done', 'abandoned', 'mismatched'));--> statement-breakpoint
ALTER TABLE "boxes" ADD CONSTRAINT "boxes_state" CHECK ("boxes"."state" in ('owed', 'assigned', 'packed', 'shipped', 'delivered', 'returned', 'cancelled', 'refunded', 'held'));
--> statement-breakpoint
-- The day was read out of the bought item each time; only one that exists counts.
UPDATE "memberships" m SET "notice_on" = chosen.day::date
FROM (
  SELECT i."id", substring(i."preferences" #>> '{giftDetails,emailDate}'
    from '^([0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01]))(?:$|T[0-9]{2}:[0-9]{2})') AS day
  FROM "order_items" i
) chosen
WHERE chosen."id" = m."order_item_id" AND m."is_gift"
  AND CASE WHEN chosen.day >= '0001' THEN to_char((left(chosen.day, 8) || '01')::date + right(chosen.day, 2)::int - 1, 'YYYY-MM-DD') = chosen.day END;
