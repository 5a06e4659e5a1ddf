ALTER TABLE "store_credit" DROP CONSTRAINT "store_credit_reason";--> statement-breakpoint
ALTER TABLE "store_credit" ADD COLUMN "words" text;--> statement-breakpoint
ALTER TABLE "store_credit" ADD CONSTRAINT "store_credit_reason" CHECK ("store_credit"."reason" in ('return', 'staff', 'unshipped', 'code', 'unused', 'given-up'));
