DROP INDEX "boxes_membership";--> statement-breakpoint
DROP INDEX "memberships_wearer";--> statement-breakpoint
CREATE INDEX "memberships_words" ON "memberships" USING gin (search_words(coalesce("address" ->> 'fullName', '')));--> statement-breakpoint
CREATE INDEX "boxes_membership" ON "boxes" USING btree ("membership_id","drop");--> statement-breakpoint
CREATE INDEX "memberships_wearer" ON "memberships" USING btree (fold_words(coalesce("address" ->> 'fullName', '')) collate "C","id");