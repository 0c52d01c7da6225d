/** The screens that show a form: one file, because each is little beside what both need. */
export { ContactsScreen } from './contacts-screen.tsx';
export { FormScreen } from './form-screen.tsx';
