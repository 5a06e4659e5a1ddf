ALTER TABLE "subscription_plans" ADD COLUMN "original_price" numeric(10, 2);--> statement-breakpoint
ALTER TABLE "subscription_plans" ADD COLUMN "popular" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription_plans" ADD COLUMN "features" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "demo_subscriptions" ADD COLUMN "months" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_plans_one_popular" ON "subscription_plans" USING btree ("popular") WHERE "subscription_plans"."popular" and "subscription_plans"."is_active";--> statement-breakpoint
ALTER TABLE "subscription_plans" ADD CONSTRAINT "subscription_plans_months" CHECK ("subscription_plans"."interval_count" between 1 and 24);
--> statement-breakpoint
-- The plans that stand already: what the pages said of them (spec §9).
UPDATE "subscription_plans" SET "features" = ARRAY['A curated belt each month', 'Free domestic shipping and size exchanges', 'Fit guarantee', '36-month no-repeat guarantee', 'Cancel anytime'];--> statement-breakpoint
UPDATE "subscription_plans" SET "original_price" = 69.50, "popular" = "plan_id" = '6-months' WHERE "plan_id" IN ('6-months', '12-months');--> statement-breakpoint
UPDATE "demo_subscriptions" s SET "months" = p."interval_count" FROM "subscription_plans" p WHERE p."plan_id" = s."plan_id";--> statement-breakpoint
-- Looked for anew under the keys that a price has now; who renews keeps theirs.
UPDATE "subscription_plans" SET "stripe_price_id" = NULL;
