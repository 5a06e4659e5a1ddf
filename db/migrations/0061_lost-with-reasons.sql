ALTER TABLE "memberships" ADD COLUMN "lost_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "lost_by" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
CREATE INDEX "memberships_lost_lately" ON "memberships" USING btree ("lost_at") WHERE "memberships"."lost_at" is not null;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_lost" CHECK (("memberships"."lost_at" is null) = ("memberships"."lost_by" is null));--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_lost_by" CHECK ("memberships"."lost_by" in ('member', 'staff', 'provider', 'bank', 'unpaid'));--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_cancel_reason" CHECK ("memberships"."cancel_reason" in ('enough', 'price', 'fit', 'style', 'quality', 'shipping', 'other'));--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_reason_of_lost" CHECK ("memberships"."cancel_reason" is null or "memberships"."lost_at" is not null);--> statement-breakpoint
-- Of before it was kept: who cancelled, as far as can be told, and whose card was refused until the end.
UPDATE "memberships" SET "lost_at" = "cancelled_at", "lost_by" = 'member' WHERE "cancelled_at" IS NOT NULL AND NOT "renews";--> statement-breakpoint
UPDATE "memberships" SET "lost_at" = "updated_at", "lost_by" = 'unpaid' WHERE "cancelled_at" IS NULL AND "status" = 'ended' AND NOT "is_gift" AND "stripe_subscription_id" IS NOT NULL;
