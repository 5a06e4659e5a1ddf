CREATE INDEX "boxes_tracking" ON "boxes" USING btree ("tracking_number") WHERE "boxes"."tracking_number" is not null;--> statement-breakpoint
CREATE INDEX "boxes_reference_end" ON "boxes" USING btree (substr("id"::text, 10, 4));--> statement-breakpoint
CREATE INDEX "memberships_member_id" ON "memberships" USING btree (md5("member_email"));--> statement-breakpoint
CREATE INDEX "memberships_payer_id" ON "memberships" USING btree (md5("payer_email"));--> statement-breakpoint
CREATE INDEX "contact_messages_person" ON "contact_messages" USING btree (md5(lower(trim("email"))));--> statement-breakpoint
CREATE INDEX "contact_messages_email" ON "contact_messages" USING btree (lower(trim("email")) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "contact_messages_name" ON "contact_messages" USING btree (lower("name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_person" ON "newsletter_subscribers" USING btree (md5("email"));--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_email" ON "newsletter_subscribers" USING btree (lower("email") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_name" ON "newsletter_subscribers" USING btree (lower("name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "orders_person" ON "orders" USING btree (md5(lower(trim("purchaser_email"))));--> statement-breakpoint
CREATE INDEX "shipping_info_tracking" ON "shipping_info" USING btree ("tracking_number") WHERE "shipping_info"."tracking_number" is not null;