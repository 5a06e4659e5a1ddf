CREATE TABLE "backup_runs" (
	"id" uuid PRIMARY KEY DEFAULT time_ordered_id() NOT NULL,
	"task" text NOT NULL,
	"asked_by" text,
	"asked_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"seen_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"place" text,
	"name" text,
	"taken_at" timestamp with time zone,
	"bytes" bigint,
	"rows" integer,
	"orders" integer,
	"verified_at" timestamp with time zone,
	"damage" text,
	"error" text,
	CONSTRAINT "backup_runs_task" CHECK ("backup_runs"."task" in ('backup', 'check'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "backup_runs_running" ON "backup_runs" USING btree ((true)) WHERE "backup_runs"."started_at" is not null and "backup_runs"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "backup_runs_wanted" ON "backup_runs" USING btree ("task",("asked_by" is null)) WHERE "backup_runs"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "backup_runs_asked" ON "backup_runs" USING btree ("asked_at");--> statement-breakpoint
CREATE INDEX "backup_runs_verified" ON "backup_runs" USING btree ("taken_at") WHERE "backup_runs"."verified_at" is not null;