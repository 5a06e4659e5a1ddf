CREATE TABLE "demo_parcels" (
	"shipment_id" text PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"tracking_number" text NOT NULL,
	"is_return" boolean NOT NULL,
	"sender" jsonb NOT NULL,
	"receiver" jsonb NOT NULL,
	"cents" integer NOT NULL,
	"bought_at" timestamp with time zone,
	"voided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "demo_parcels_reference_unique" UNIQUE("reference"),
	CONSTRAINT "demo_parcels_tracking_number_unique" UNIQUE("tracking_number")
);
--> statement-breakpoint
CREATE TABLE "parcels" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"box_id" uuid NOT NULL,
	"exchange_id" uuid,
	"label" text DEFAULT 'wanted' NOT NULL,
	"ounces" real NOT NULL,
	"shipment_id" text,
	"rate_id" text,
	"carrier" text,
	"service" text,
	"cost" numeric(10, 2),
	"tracking_number" text,
	"pdf" "bytea",
	"qr" "bytea",
	"buying_at" timestamp with time zone,
	"bought_at" timestamp with time zone,
	"last_error" text,
	"track" text DEFAULT 'waiting' NOT NULL,
	"tracked_at" timestamp with time zone,
	"scanned_at" timestamp with time zone,
	"asked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "parcels_shipment_id_unique" UNIQUE("shipment_id"),
	CONSTRAINT "parcels_label" CHECK ("parcels"."label" in ('wanted', 'quoted', 'bought', 'voiding', 'void')),
	CONSTRAINT "parcels_track" CHECK ("parcels"."track" in ('waiting', 'moving', 'problem', 'delivered', 'returned', 'lost'))
);
--> statement-breakpoint
ALTER TABLE "exchanges" DROP CONSTRAINT "exchanges_kind";--> statement-breakpoint
ALTER TABLE "boxes" ADD COLUMN "trouble" text;--> statement-breakpoint
ALTER TABLE "boxes" ADD COLUMN "trouble_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "parcels" ADD CONSTRAINT "parcels_box_id_boxes_id_fk" FOREIGN KEY ("box_id") REFERENCES "public"."boxes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcels" ADD CONSTRAINT "parcels_exchange_id_exchanges_id_fk" FOREIGN KEY ("exchange_id") REFERENCES "public"."exchanges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "parcels_out" ON "parcels" USING btree ("box_id") WHERE "parcels"."exchange_id" is null and "parcels"."label" in ('wanted', 'quoted', 'bought');--> statement-breakpoint
CREATE UNIQUE INDEX "parcels_back" ON "parcels" USING btree ("exchange_id") WHERE "parcels"."label" in ('wanted', 'quoted', 'bought');--> statement-breakpoint
CREATE INDEX "parcels_box" ON "parcels" USING btree ("box_id");--> statement-breakpoint
CREATE INDEX "parcels_number" ON "parcels" USING btree ("tracking_number") WHERE "parcels"."tracking_number" is not null;--> statement-breakpoint
CREATE INDEX "parcels_followed" ON "parcels" USING btree ("asked_at") WHERE "parcels"."label" = 'bought' and "parcels"."track" in ('waiting', 'moving', 'problem', 'lost') and "parcels"."tracking_number" is not null;--> statement-breakpoint
CREATE INDEX "parcels_unfinished" ON "parcels" USING btree ("updated_at") WHERE "parcels"."label" in ('wanted', 'quoted', 'voiding');--> statement-breakpoint
ALTER TABLE "boxes" ADD CONSTRAINT "boxes_trouble" CHECK ("boxes"."trouble" in ('problem', 'returned', 'lost', 'missing'));--> statement-breakpoint
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_kind" CHECK ("exchanges"."kind" in ('size', 'style', 'damaged', 'return', 'lost'));