CREATE TABLE "alarms" (
	"id" text PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"value" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"told_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "worker_processes" (
	"name" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"disk_free" bigint
);
--> statement-breakpoint
CREATE TABLE "worker_rounds" (
	"process" text NOT NULL,
	"part" text NOT NULL,
	"ended_at" timestamp with time zone,
	"error" text,
	CONSTRAINT "worker_rounds_process_part_pk" PRIMARY KEY("process","part")
);
--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "owed_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "due_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "is_deferred" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "checkouts_owed" ON "checkouts" USING btree ("owed_since") WHERE "checkouts"."owed_since" is not null;--> statement-breakpoint
-- Until now only run_at was kept, which every retry moves.
UPDATE "outbox" SET "due_at" = CASE WHEN "attempts" = 0 THEN "run_at" ELSE "created_at" END WHERE "sent_at" IS NULL;--> statement-breakpoint
UPDATE "checkouts" SET "owed_since" = "updated_at" WHERE "status" = 'mismatched';
