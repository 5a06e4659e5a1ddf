CREATE TABLE "drop_notices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"drop" text NOT NULL,
	"kind" text NOT NULL,
	"words" text NOT NULL,
	"ship_by" date,
	"to_drop" text,
	"username" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "drop_notices_kind" CHECK ("drop_notices"."kind" in ('hold', 'release', 'ship-by', 'month'))
);
--> statement-breakpoint
ALTER TABLE "boxes" ADD COLUMN "packed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "boxes" ADD COLUMN "ship_to" jsonb;--> statement-breakpoint
CREATE INDEX "drop_notices_drop" ON "drop_notices" USING btree ("drop","created_at");