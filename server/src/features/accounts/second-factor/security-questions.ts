/** What a support desk may ask. Answers are not kept here, and none of them unlocks an account. */
export const SECURITY_QUESTIONS = [
  { id: 1, question: 'What was the name of your first school?' },
  { id: 2, question: 'In which town did your parents meet?' },
  { id: 3, question: 'What was the name of your first pet?' },
  { id: 4, question: 'Which street did you grow up in?' },
  { id: 5, question: 'What was the first concert that you went to?' },
] as const
