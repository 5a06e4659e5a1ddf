ALTER TABLE "disputes" DROP COLUMN "staged_at";--> statement-breakpoint
ALTER TABLE "disputes" DROP COLUMN "submitted_at";