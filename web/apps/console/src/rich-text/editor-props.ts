/** What ties an editing area to its field. */
export interface AreaWiring {
  readonly id: string;
  readonly label: string;
  readonly describedBy?: string | undefined;
  readonly invalid?: boolean | undefined;
}

export interface EditorProps {
  readonly area: AreaWiring;
  /** What it begins with. */
  readonly html: string;
  /** Called on each change with a way to get the HTML. */
  readonly onEdit: (html: () => string) => void;
}
