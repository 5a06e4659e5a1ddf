CREATE TABLE "delays" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"box_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"notice_id" uuid,
	"original_day" date NOT NULL,
	"was_day" date NOT NULL,
	"new_day" date,
	"silence" text NOT NULL,
	"refund_after" date,
	"answer" text,
	"answered_at" timestamp with time zone,
	"answered_by" text,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "delays_reason" CHECK ("delays"."reason" in ('hold', 'release', 'ship-by', 'month', 'stock', 'unseen', 'late')),
	CONSTRAINT "delays_silence" CHECK ("delays"."silence" in ('wait', 'refund')),
	CONSTRAINT "delays_answer" CHECK ("delays"."answer" in ('wait', 'refund')),
	CONSTRAINT "delays_refund_after" CHECK (("delays"."silence" = 'refund') = ("delays"."refund_after" is not null))
);
--> statement-breakpoint
ALTER TABLE "delays" ADD CONSTRAINT "delays_box_id_boxes_id_fk" FOREIGN KEY ("box_id") REFERENCES "public"."boxes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delays" ADD CONSTRAINT "delays_notice_id_drop_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."drop_notices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "delays_open" ON "delays" USING btree ("box_id") WHERE "delays"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "delays_box" ON "delays" USING btree ("box_id","created_at");--> statement-breakpoint
CREATE INDEX "delays_silent" ON "delays" USING btree ("refund_after") WHERE "delays"."ended_at" is null;