ALTER TABLE "worker_looks" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "worker_looks" CASCADE;--> statement-breakpoint
ALTER TABLE "store_credit" DROP CONSTRAINT "store_credit_reason";--> statement-breakpoint
DROP INDEX "memberships_new_gifts";--> statement-breakpoint
DROP INDEX "memberships_gifts_noticed";--> statement-breakpoint
ALTER TABLE "store_credit" ADD COLUMN "words" text;--> statement-breakpoint
ALTER TABLE "store_credit" ADD CONSTRAINT "store_credit_reason" CHECK ("store_credit"."reason" in ('return', 'staff', 'unshipped', 'code', 'unused', 'given-up'));
