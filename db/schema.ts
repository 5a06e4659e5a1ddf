// The one list of tables, for drizzle-kit and for the query builder.
export * from './schema/catalog.ts'
export * from './schema/checkouts.ts'
export * from './schema/club.ts'
export * from './schema/contact.ts'
export * from './schema/demo-provider.ts'
export * from './schema/orders.ts'
export * from './schema/people.ts'
export * from './schema/quiz.ts'
