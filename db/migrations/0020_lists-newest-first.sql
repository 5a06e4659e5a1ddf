DROP INDEX "outbox_newest";--> statement-breakpoint
DROP INDEX "outbox_kind";--> statement-breakpoint
DROP INDEX "outbox_dropped";--> statement-breakpoint
DROP INDEX "contact_messages_newest";--> statement-breakpoint
DROP INDEX "newsletter_subscribers_newest";--> statement-breakpoint
DROP INDEX "audit_log_newest";--> statement-breakpoint
CREATE INDEX "outbox_newest" ON "outbox" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "outbox_kind" ON "outbox" USING btree ("kind","created_at","id");--> statement-breakpoint
CREATE INDEX "outbox_dropped" ON "outbox" USING btree ("created_at","id") WHERE "outbox"."dropped_because" is not null;--> statement-breakpoint
CREATE INDEX "contact_messages_newest" ON "contact_messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_newest" ON "newsletter_subscribers" USING btree ("subscribed_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" USING btree ("at" DESC NULLS FIRST,"id");