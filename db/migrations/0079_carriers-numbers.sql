DROP INDEX "boxes_tracking";--> statement-breakpoint
DROP INDEX "shipping_info_tracking";--> statement-breakpoint
CREATE INDEX "boxes_tracking" ON "boxes" USING btree (upper(regexp_replace("tracking_number", '[[:space:]-]', '', 'g'))) WHERE "boxes"."tracking_number" is not null;--> statement-breakpoint
CREATE INDEX "shipping_info_tracking" ON "shipping_info" USING btree (upper(regexp_replace("tracking_number", '[[:space:]-]', '', 'g'))) WHERE "shipping_info"."tracking_number" is not null;