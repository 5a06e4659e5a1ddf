import { pageContext } from '../context.ts'
import { useToday } from '../layout/use-today.ts'
import type { Route } from './+types/home-page'
import { Hero } from './hero.tsx'
import { heroPreloads } from './hero-picture.ts'
import './home-page.css'
import { HowItWorks } from './how-it-works.tsx'
import { PlansSection } from './plans-section.tsx'
import { QuizSection } from './quiz-section.tsx'
import { SizingSection } from './sizing-section.tsx'
import { StylesSection } from './styles-section.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  if (!page) throw new Error('the server did not set pageContext')
  const [belts, quiz] = await Promise.all([page.belts(), page.quiz()])
  return { belts, quiz }
}

export const links: Route.LinksFunction = () => heroPreloads

/** Sections in the order of spec §2 "Home page". */
export default function HomePage({ loaderData }: Route.ComponentProps) {
  const today = useToday()
  return (
    <>
      <Hero />
      <HowItWorks />
      <StylesSection belts={loaderData.belts} />
      <PlansSection today={today} />
      <QuizSection today={today} words={loaderData.quiz} />
      <SizingSection />
    </>
  )
}
