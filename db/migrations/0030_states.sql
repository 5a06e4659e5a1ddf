ALTER TABLE "drops" DROP CONSTRAINT "drops_state";--> statement-breakpoint
ALTER TABLE "checkouts" DROP CONSTRAINT "checkouts_status";--> statement-breakpoint
DROP INDEX "checkouts_unfinished";--> statement-breakpoint
CREATE INDEX "checkouts_unfinished" ON "checkouts" USING btree ("created_at") WHERE "checkouts"."status" in ('open', 'completing');--> statement-breakpoint
ALTER TABLE "drops" ADD CONSTRAINT "drops_state" CHECK ("drops"."state" in ('open', 'curated', 'held'));--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_status" CHECK ("checkouts"."status" in ('open', 'completing', 'done', 'abandoned', 'mismatched'));