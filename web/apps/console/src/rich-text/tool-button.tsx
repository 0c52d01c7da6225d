import type { MouseEvent, ReactNode } from 'react';

interface ToolButtonProps {
  readonly name: string;
  readonly label: string;
  /** Only of what can be switched on and off. */
  readonly isPressed?: boolean | undefined;
  readonly isPossible?: boolean;
  readonly opensDialog?: boolean;
  /** `byPointer`: the keyboard stays where it is. */
  readonly onPress: (byPointer: boolean) => void;
  readonly children: ReactNode;
}

/** A button of the toolbar. It can be reached even while there is nothing for it to do. */
export function ToolButton({
  name,
  label,
  isPressed,
  isPossible = true,
  opensDialog = false,
  onPress,
  children,
}: ToolButtonProps) {
  const press = ({ detail }: MouseEvent) => {
    if (isPossible) onPress(detail > 0);
  };
  return (
    <button
      type="button"
      name={name}
      tabIndex={-1}
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      aria-disabled={!isPossible}
      aria-haspopup={opensDialog ? 'dialog' : undefined}
      className="rich-tool"
      // The selection in the text stays.
      onMouseDown={(event) => event.preventDefault()}
      onClick={press}
    >
      {children}
    </button>
  );
}
