ALTER TABLE "mail_optouts" DROP CONSTRAINT "mail_optouts_kind";--> statement-breakpoint
DROP INDEX "memberships_without_size";--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "needs_guide" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "memberships_without_size" ON "memberships" USING btree ("id") WHERE "memberships"."size" in ('Let Recipient Choose', 'Unsure');--> statement-breakpoint
ALTER TABLE "mail_optouts" ADD CONSTRAINT "mail_optouts_kind" CHECK ("mail_optouts"."kind" in ('gift-reminders', 'size-reminders', 'yearly-summary'));--> statement-breakpoint
-- Who was promised the measuring guide before it was written down.
UPDATE "memberships" SET "needs_guide" = true
FROM "order_items"
WHERE "order_items"."id" = "memberships"."order_item_id"
  AND ("memberships"."size" = 'Unsure' OR "order_items"."preferences" ->> 'size' = 'Unsure');
