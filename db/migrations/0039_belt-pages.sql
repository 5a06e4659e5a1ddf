ALTER TABLE "products" ADD COLUMN "slug" text DEFAULT gen_random_uuid()::text NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "suits" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "night_image_url" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "detail_image_url" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "detail_alt" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_slug_unique" UNIQUE("slug");