CREATE TABLE "curation_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"drop" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"is_automatic" boolean NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"assigned" integer DEFAULT 0 NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"error" text,
	CONSTRAINT "curation_runs_state" CHECK ("curation_runs"."state" in ('running', 'done', 'failed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "curation_runs_one_at_a_time" ON "curation_runs" USING btree ("drop") WHERE "curation_runs"."state" = 'running';--> statement-breakpoint
CREATE INDEX "curation_runs_drop" ON "curation_runs" USING btree ("drop","started_at");--> statement-breakpoint
CREATE INDEX "boxes_promised" ON "boxes" USING btree ("product_id","size") WHERE "boxes"."product_id" is not null and "boxes"."packed_at" is null and "boxes"."state" in ('owed', 'assigned', 'held');