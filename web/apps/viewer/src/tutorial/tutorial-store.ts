import { create } from 'zustand';

export type TutorialName = 'favourites' | 'clipping';

interface Tutorials {
  /** The one that the visitor wants to see again. */
  readonly asked: TutorialName | null;
}

export const useTutorials = create<Tutorials>()(() => ({ asked: null }));

/** Shows a tutorial again, whether or not it has been seen. */
export function restartTutorial(name: TutorialName): void {
  useTutorials.setState({ asked: name });
}

export function tutorialAnswered(): void {
  useTutorials.setState({ asked: null });
}
