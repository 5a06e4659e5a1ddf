ALTER TABLE "sessions" ADD COLUMN "previous_ends_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "audit_log_entity" ON "audit_log" USING btree ("entity","at");