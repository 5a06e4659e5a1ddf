ALTER TABLE "parcels" ADD COLUMN "address_check" text;--> statement-breakpoint
ALTER TABLE "parcels" ADD COLUMN "suggestion" jsonb;--> statement-breakpoint
ALTER TABLE "parcels" ADD CONSTRAINT "parcels_address_check" CHECK ("parcels"."address_check" in ('good', 'odd', 'kept'));