CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"box_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"stars" integer NOT NULL,
	"text" text NOT NULL,
	"name" text,
	"place" text,
	"state" text NOT NULL,
	"declined_for" text,
	"written_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "reviews_once" UNIQUE("person_id","product_id"),
	CONSTRAINT "reviews_stars" CHECK ("reviews"."stars" between 1 and 5),
	CONSTRAINT "reviews_state" CHECK ("reviews"."state" in ('private', 'waiting', 'published', 'declined')),
	CONSTRAINT "reviews_declined" CHECK (("reviews"."state" = 'declined') = ("reviews"."declined_for" is not null)),
	CONSTRAINT "reviews_text" CHECK (char_length("reviews"."text") <= 600)
);
--> statement-breakpoint
ALTER TABLE "mail_optouts" DROP CONSTRAINT "mail_optouts_kind";--> statement-breakpoint
ALTER TABLE "boxes" ADD COLUMN "review_on" date;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_box_id_boxes_id_fk" FOREIGN KEY ("box_id") REFERENCES "public"."boxes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reviews_by_state" ON "reviews" USING btree ("state","written_at");--> statement-breakpoint
CREATE INDEX "reviews_of_belt" ON "reviews" USING btree ("product_id","written_at") WHERE "reviews"."state" = 'published';--> statement-breakpoint
CREATE INDEX "boxes_review_due" ON "boxes" USING btree ("review_on") WHERE "boxes"."review_on" is not null;--> statement-breakpoint
ALTER TABLE "mail_optouts" ADD CONSTRAINT "mail_optouts_kind" CHECK ("mail_optouts"."kind" in ('gift-reminders', 'size-reminders', 'review-requests', 'yearly-summary'));