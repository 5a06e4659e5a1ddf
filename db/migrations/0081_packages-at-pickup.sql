ALTER TABLE "parcels" DROP CONSTRAINT "parcels_track";--> statement-breakpoint
DROP INDEX "parcels_followed";--> statement-breakpoint
CREATE INDEX "parcels_followed" ON "parcels" USING btree ("asked_at") WHERE "parcels"."label" = 'bought' and "parcels"."track" in ('waiting', 'moving', 'pickup', 'problem', 'lost') and "parcels"."tracking_number" is not null;--> statement-breakpoint
ALTER TABLE "parcels" ADD CONSTRAINT "parcels_track" CHECK ("parcels"."track" in ('waiting', 'moving', 'pickup', 'problem', 'delivered', 'returned', 'lost'));