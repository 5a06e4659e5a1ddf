ALTER TABLE "checkouts" ADD COLUMN "subnet_key" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "network_key" text;--> statement-breakpoint
CREATE INDEX "checkouts_by_subnet" ON "checkouts" USING btree ("subnet_key","created_at");--> statement-breakpoint
CREATE INDEX "checkouts_by_network" ON "checkouts" USING btree ("network_key","created_at");