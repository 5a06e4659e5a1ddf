CREATE TABLE "exchange_photos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"box_id" uuid NOT NULL,
	"email" text NOT NULL,
	"exchange_id" uuid,
	"content" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "exchanges" DROP CONSTRAINT "exchanges_remedy";--> statement-breakpoint
ALTER TABLE "exchanges" DROP CONSTRAINT "exchanges_state";--> statement-breakpoint
ALTER TABLE "exchanges" DROP CONSTRAINT "exchanges_wanted";--> statement-breakpoint
DROP INDEX "exchanges_one_of_box";--> statement-breakpoint
ALTER TABLE "exchanges" ADD COLUMN "part" text;--> statement-breakpoint
ALTER TABLE "exchanges" ADD COLUMN "wish" text;--> statement-breakpoint
ALTER TABLE "exchanges" ADD COLUMN "answer" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "exchanges" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "exchanges" ADD COLUMN "tracking_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "exchange_photos" ADD CONSTRAINT "exchange_photos_box_id_boxes_id_fk" FOREIGN KEY ("box_id") REFERENCES "public"."boxes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_photos" ADD CONSTRAINT "exchange_photos_exchange_id_exchanges_id_fk" FOREIGN KEY ("exchange_id") REFERENCES "public"."exchanges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exchange_photos_box" ON "exchange_photos" USING btree ("box_id");--> statement-breakpoint
CREATE INDEX "exchange_photos_exchange" ON "exchange_photos" USING btree ("exchange_id");--> statement-breakpoint
CREATE INDEX "exchange_photos_old" ON "exchange_photos" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "exchanges_one_of_box" ON "exchanges" USING btree ("box_id") WHERE "exchanges"."state" not in ('cancelled', 'expired', 'declined', 'fixed');--> statement-breakpoint
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_remedy" CHECK ("exchanges"."remedy" in ('replacement', 'refund', 'credit', 'repair'));--> statement-breakpoint
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_state" CHECK ("exchanges"."state" in ('claimed', 'offered', 'requested', 'received', 'repaired', 'shipped', 'refunded', 'credited', 'closed', 'fixed', 'declined', 'cancelled', 'expired'));--> statement-breakpoint
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_wanted" CHECK ("exchanges"."remedy" <> 'replacement' or "exchanges"."state" in ('claimed', 'offered', 'declined', 'cancelled') or ("exchanges"."wanted_product_id" is not null and "exchanges"."wanted_size" is not null and "exchanges"."replacement_box_id" is not null));