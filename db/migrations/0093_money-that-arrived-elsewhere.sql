ALTER TABLE "stray_movements" DROP CONSTRAINT "stray_movements_became";--> statement-breakpoint
ALTER TABLE "checkouts" DROP CONSTRAINT "checkouts_status";--> statement-breakpoint
ALTER TABLE "stray_movements" ADD CONSTRAINT "stray_movements_became" CHECK ("stray_movements"."became" in ('order', 'credit', 'income', 'noted'));--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_status" CHECK ("checkouts"."status" in ('open', 'completing', 'done', 'abandoned', 'mismatched', 'settled'));