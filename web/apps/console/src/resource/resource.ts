import type { May, NamedKind, SiteKind } from '@touchline/api/console';
import type { ConsoleKey, ConsoleTranslate } from '@touchline/i18n';
import type { Fields } from './draft.ts';

/** An item of a list. Each change makes a new version. */
export interface Row {
  readonly id: number;
  readonly version: number;
}

export interface Choice {
  readonly value: string;
  readonly label: ConsoleKey;
}

type Kind =
  | { readonly kind: 'text' | 'lines' | 'html' | 'number' | 'switch' }
  /** Seconds since 1970, edited in the operator's time zone. */
  | { readonly kind: 'time' }
  /** A page of the channel, a fixed section, or a typed address. */
  | { readonly kind: 'target' }
  /** The address of a picture, chosen from the library. */
  | { readonly kind: 'picture' }
  | {
      readonly kind: 'choice';
      readonly options: readonly Choice[];
      /** The option that null stands for. */
      readonly whenEmpty?: string;
      /** Fields that a change of this one clears. */
      readonly empties?: readonly string[];
    }
  | {
      readonly kind: 'reference';
      /** What the number is of, by the other fields. */
      readonly to: (fields: Fields) => NamedKind;
    };

export type Field<Name extends string = string> = Kind & {
  readonly name: Name;
  readonly label: ConsoleKey;
  readonly help?: ConsoleKey;
  readonly required?: true;
  /** An empty field is null on the wire. */
  readonly nullable?: true;
  /** The field has a text in each language. */
  readonly translated?: true;
  readonly maxLength?: number;
  readonly isShown?: (fields: Fields) => boolean;
};

/** Methods, because their parameters are bivariant: a `Resource<FaqItem>` is a `Resource`. */
interface ResourceCalls<T extends Row> {
  list(channel: number, signal: AbortSignal): Promise<T[]>;
  create(channel: number, fields: object, key: string): Promise<T>;
  update(channel: number, item: number, version: number, fields: object): Promise<T>;
  remove(channel: number, item: number, version: number): Promise<Row>;
  /** Only where rows have an order. */
  order?(channel: number, ids: readonly number[]): Promise<T[]>;
}

interface Texts {
  readonly title: ConsoleKey;
  readonly text: ConsoleKey;
  /** The button that creates an item, and the heading of its form. */
  readonly add: ConsoleKey;
  readonly empty: ConsoleKey;
  readonly emptyText: ConsoleKey;
}

/** Describes a type of content; list, form, versions and drafts follow from it. */
export interface Resource<T extends Row = Row> {
  readonly kind: SiteKind;
  /** The segment in the address of its screens. */
  readonly noun: string;
  readonly may: May;
  readonly texts: Texts;
  readonly fields: readonly Field[];
  /** The fields of a new item. */
  readonly blank: Fields;
  readonly calls: ResourceCalls<T>;
  /** Separate lists, each with its own order. */
  readonly groups?: readonly Choice[];
  groupOf?(row: T): string;
  title(row: T, t: ConsoleTranslate): string;
  /** The line below the title in the list. */
  facts?(row: T, t: ConsoleTranslate, locale: string): readonly string[];
}

type Described<T extends Row> = Omit<Resource<T>, 'fields'> & {
  readonly fields: readonly Field<Exclude<keyof T & string, keyof Row | 'translations'>>[];
};

/** A field name that the server does not know is a type error. */
export function defineResource<T extends Row>(description: Described<T>): Resource {
  return description;
}
