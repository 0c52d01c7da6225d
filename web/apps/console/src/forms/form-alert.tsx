/** What is wrong with a form as a whole; nothing where nothing is. */
export function FormAlert({ text }: { readonly text: string | undefined }) {
  if (!text) return null;
  return (
    <p role="alert" className="rounded-field border border-danger px-4 py-3 text-sm text-pretty text-danger">
      {text}
    </p>
  );
}
