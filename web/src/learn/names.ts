// Games of the guided battle are known by their name, so that lists of games can leave them out.
export const LESSON_NAME = 'First battle · ';
export const isLesson = (name: string) => name.startsWith(LESSON_NAME);
