import type { May, SiteKind } from '@touchline/api/console';
import type { ConsoleKey, ConsoleTranslate } from '@touchline/i18n';
import type { Fields } from './draft.ts';

/** A thing of which a channel has a list. Each change makes a new version. */
export interface Row {
  readonly id: number;
  readonly version: number;
}

export interface Choice {
  readonly value: string;
  readonly label: ConsoleKey;
}

/** Something else that a field can refer to by its number. */
export interface Referred {
  readonly id: number;
  readonly name: string;
}

type Kind =
  | { readonly kind: 'text' | 'lines' | 'html' | 'number' | 'switch' }
  /** A moment in seconds, edited by the operator's own clock. */
  | { readonly kind: 'time' }
  /** A page of the channel, one of its screens, or an address that is typed. */
  | { readonly kind: 'target' }
  | {
      readonly kind: 'choice';
      readonly options: readonly Choice[];
      /** What an empty field means. */
      readonly whenEmpty?: string;
      /** Fields that mean nothing once this one has changed. */
      readonly empties?: readonly string[];
    }
  | {
      readonly kind: 'reference';
      /** Those of a name, or the likeliest ones. */
      readonly find: (channel: number, text: string, signal: AbortSignal) => Promise<readonly Referred[]>;
    };

export type Field<Name extends string = string> = Kind & {
  readonly name: Name;
  readonly label: ConsoleKey;
  readonly help?: ConsoleKey;
  readonly required?: true;
  /** An empty field is null on the wire. */
  readonly nullable?: true;
  /** Each language has a text of its own. */
  readonly translated?: true;
  readonly maxLength?: number;
  readonly isShown?: (fields: Fields) => boolean;
};

/** Methods, so that a resource of some rows is a resource of rows. */
interface ResourceCalls<T extends Row> {
  list(channel: number, signal: AbortSignal): Promise<T[]>;
  create(channel: number, fields: object, key: string): Promise<T>;
  update(channel: number, item: number, version: number, fields: object): Promise<T>;
  remove(channel: number, item: number, version: number): Promise<Row>;
  /** Where the order of the rows means something. */
  order?(channel: number, ids: readonly number[]): Promise<T[]>;
}

interface Texts {
  readonly title: ConsoleKey;
  readonly text: ConsoleKey;
  /** Of the button that makes one, and of the form for it. */
  readonly add: ConsoleKey;
  readonly empty: ConsoleKey;
  readonly emptyText: ConsoleKey;
}

/** Describes a simple type of content: list, form, versions and drafts follow from it. */
export interface Resource<T extends Row = Row> {
  readonly kind: SiteKind;
  /** In the address of its screens. */
  readonly noun: string;
  readonly may: May;
  readonly texts: Texts;
  readonly fields: readonly Field[];
  /** What a new one begins with. */
  readonly blank: Fields;
  readonly calls: ResourceCalls<T>;
  /** Lists of their own, each with its order. */
  readonly groups?: readonly Choice[];
  groupOf?(row: T): string;
  title(row: T, t: ConsoleTranslate): string;
  /** What the list says below the title. */
  facts?(row: T, t: ConsoleTranslate, locale: string): readonly string[];
}

type Described<T extends Row> = Omit<Resource<T>, 'fields'> & {
  readonly fields: readonly Field<Exclude<keyof T & string, keyof Row | 'translations'>>[];
};

/** A field that the server does not have is an error of types. */
export function defineResource<T extends Row>(description: Described<T>): Resource {
  return description;
}
