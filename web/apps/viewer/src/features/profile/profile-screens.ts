/** The screens of a member's account are one chunk: they share most of their code, and lead to each other. */
export { ActivateScreen } from './activate-screen.tsx';
export { DeletionScreen } from './deletion-screen.tsx';
export { EditProfileScreen } from './edit-profile-screen.tsx';
export { ProfileScreen } from './profile-screen.tsx';
