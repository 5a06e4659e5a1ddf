CREATE TABLE "stock_receipts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"variant_id" uuid NOT NULL,
	"pieces" integer NOT NULL,
	"username" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "stock_receipts_pieces" CHECK ("stock_receipts"."pieces" between 1 and 999)
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "design" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "boxes" ADD COLUMN "checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "stock_receipts" ADD CONSTRAINT "stock_receipts_variant_id_belt_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."belt_variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_receipts_newest" ON "stock_receipts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "stock_receipts_variant" ON "stock_receipts" USING btree ("variant_id");--> statement-breakpoint
CREATE INDEX "products_design" ON "products" USING btree ("design");