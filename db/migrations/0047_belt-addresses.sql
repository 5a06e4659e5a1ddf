-- A belt's address is its name; one that came again has the beginning of its id behind it.
UPDATE "products" SET "slug" = named.slug || CASE WHEN named.place = 1 THEN '' ELSE '-' || left("products"."id"::text, 8) END
FROM (
  SELECT "id", slug, row_number() OVER (PARTITION BY slug ORDER BY "drop", "display_order", "sku") AS place
  FROM (
    SELECT "id", "drop", "display_order", "sku",
      trim(both '-' from regexp_replace(lower(replace(replace("name", '’', ''), '''', '')), '[^a-z0-9]+', '-', 'g')) AS slug
    FROM "products"
  ) AS words
) AS named
WHERE named."id" = "products"."id" AND named.slug <> '';--> statement-breakpoint
-- The pictures that came with the shop.
UPDATE "products" SET "night_image_url" = replace("image_url", '-product-', '-night-')
WHERE "image_url" ~ '^/pictures/(men-(dress-[123]|casual-[123]|stretch-[12])|women-(dress|casual|stretch)-1)-product-840\.webp$';--> statement-breakpoint
UPDATE "products" SET "detail_image_url" = replace("image_url", '-product-', '-detail-'),
  "detail_alt" = "name" || ' from near: its buckle and the stitching'
WHERE "image_url" ~ '^/pictures/(men|women)-(dress|casual|stretch)-1-product-840\.webp$';
