-- The shop's own belts that had no close-up, where the owner hasn't given them another picture.
UPDATE "products" SET "detail_image_url" = replace("image_url", '-product-', '-detail-'), "detail_alt" = x."alt"
	FROM (VALUES
		('/pictures/men-dress-2-product-840.webp', 'The Whitlock from near: the gold frame and the light stitching on cognac calf'),
		('/pictures/men-dress-3-product-840.webp', 'The Marlowe from near: the rounded nickel buckle on burgundy calf'),
		('/pictures/men-casual-2-product-840.webp', 'The Foundry from near: the gunmetal roller and the rivets in chestnut leather'),
		('/pictures/men-casual-3-product-840.webp', 'The Fieldhand from near: the nickel D and the grain of olive pebbled leather'),
		('/pictures/men-stretch-2-product-840.webp', 'The Harbour from near: the gunmetal frame, the black tab and the gray braid'),
		('/pictures/men-stretch-3-product-840.webp', 'The Links from near: the rounded brass buckle, the chestnut tab and the khaki braid'),
		('/pictures/women-dress-2-product-840.webp', 'The Vivienne from near: the pale gold oval on burgundy calf'),
		('/pictures/women-dress-3-product-840.webp', 'The Margaux from near: the gold oval on black calf'),
		('/pictures/women-casual-2-product-840.webp', 'The Saltmarsh from near: the rounded nickel buckle on taupe pebbled leather'),
		('/pictures/women-casual-3-product-840.webp', 'The Wren from near: the gold roller and the rivets in chestnut leather'),
		('/pictures/women-stretch-2-product-840.webp', 'The Piper from near: the rounded gold buckle, the espresso tab and the plum braid'),
		('/pictures/women-stretch-3-product-840.webp', 'The Skye from near: the silver frame, the ivory tab and the gray braid')
	) AS x("shot", "alt") WHERE "products"."image_url" = x."shot" AND "products"."detail_image_url" IS NULL;
