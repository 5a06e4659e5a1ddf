CREATE INDEX "exchanges_box" ON "exchanges" USING btree ("box_id");--> statement-breakpoint
CREATE INDEX "exchanges_newest" ON "exchanges" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "contact_messages_aside" ON "contact_messages" USING btree ("waiting_since","id") WHERE "contact_messages"."aside" is not null;