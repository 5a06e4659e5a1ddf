/** The product types of a new shop. */
export const productTypeSeed = [
  {
    name: 'Dress belts',
    slug: 'dress',
    description: 'Smooth leather, 30-35 mm, with a quiet buckle. For suits and leather shoes.',
    displayOrder: 0,
  },
  {
    name: 'Casual belts',
    slug: 'casual',
    description: 'Heavier leather, 35-40 mm, with visible stitching. For denim and chinos.',
    displayOrder: 1,
  },
  {
    name: 'Stretch belts',
    slug: 'stretch',
    description: 'Braided, so that any point is a hole. For long drives, long dinners and golf.',
    displayOrder: 2,
  },
]
