CREATE TABLE "worker_looks" (
	"part" text PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"looked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "memberships_new_gifts" ON "memberships" USING btree ("created_at") WHERE "memberships"."is_gift";--> statement-breakpoint
CREATE INDEX "memberships_gifts_noticed" ON "memberships" USING btree ("notice_on") WHERE "memberships"."is_gift";