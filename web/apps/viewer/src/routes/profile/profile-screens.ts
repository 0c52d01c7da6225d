/** The screens of a member's account are one chunk: they share most of their code, and lead to each other. */
export { ActivateScreen } from './activate.tsx';
export { DeletionScreen } from './deletion.tsx';
export { EditProfileScreen } from './edit.tsx';
export { ProfileScreen } from './profile.tsx';
