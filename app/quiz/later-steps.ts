// Everything not needed before the first answer: one chunk, loaded with that answer.
export { isReachable } from '../../domain/address.ts'
export { countSteps } from './count-steps.ts'
export { ExtraQuestions } from './extra-questions.tsx'
export { PlanStep } from './plan-step.tsx'
export { ShippingStep } from './shipping-step.tsx'
export { SizeStep } from './size-step.tsx'
export { StylesStep } from './styles-step.tsx'
export { submitQuiz } from './submit-quiz.ts'
