ALTER TABLE "membership_payments" ADD COLUMN "dispute" text;--> statement-breakpoint
ALTER TABLE "membership_payments" ADD CONSTRAINT "membership_payments_dispute" CHECK ("membership_payments"."dispute" in ('open', 'lost'));--> statement-breakpoint
UPDATE "membership_payments" SET "dispute" = 'open' WHERE "id" IN (SELECT "payment_id" FROM "boxes" WHERE "hold_reason" = 'dispute');
