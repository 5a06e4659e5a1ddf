CREATE TABLE "renewal_stops" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"plan_id" text,
	"style" text,
	"size" text,
	"until_day" date,
	"refunds" boolean DEFAULT false NOT NULL,
	"reason" text NOT NULL,
	"username" text NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"held_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "renewal_stops_kind" CHECK ("renewal_stops"."kind" in ('pause', 'close')),
	CONSTRAINT "renewal_stops_until" CHECK (("renewal_stops"."kind" = 'pause') = ("renewal_stops"."until_day" is not null))
);
--> statement-breakpoint
CREATE INDEX "renewal_stops_open" ON "renewal_stops" USING btree ("created_at") WHERE "renewal_stops"."finished_at" is null;