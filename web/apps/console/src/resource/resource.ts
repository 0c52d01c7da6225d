import type { May, NamedKind, OperatorChannel, SiteKind } from '@touchline/api/console';
import type { ConsoleKey, ConsoleTranslate } from '@touchline/i18n';
import type { ComponentType } from 'react';
import type { Fields } from './draft.ts';
import type { StructuredInputProps } from './field-props.ts';

/** An item of a list. Each change makes a new version. */
export interface Row {
  readonly id: number;
  readonly version: number;
}

/** A choice that is called the same in every language. */
export interface Word {
  readonly value: string;
  readonly word: string;
}

export interface Choice {
  readonly value: string;
  readonly label: ConsoleKey;
}

type Kind =
  | { readonly kind: 'text' | 'html' | 'number' | 'switch' }
  | { readonly kind: 'lines'; readonly rows?: number }
  /** In any notation of CSS that the server reads. */
  | { readonly kind: 'colour'; readonly whenEmpty?: string }
  /** A rule on countries, as `country-rule.ts` writes it. */
  | { readonly kind: 'countries' }
  /** A local time in the channel's zone, as `zoned-time.ts` writes it. */
  | { readonly kind: 'time' }
  /** A page of the channel, a fixed section, or a typed address. */
  | { readonly kind: 'target' }
  /** The address of a picture, chosen from the library. */
  | { readonly kind: 'picture' }
  | {
      readonly kind: 'choice';
      readonly options: readonly (Choice | Word)[];
      /** The option that null stands for. */
      readonly whenEmpty?: string;
      /** Fields that a change of this one clears. */
      readonly empties?: readonly string[];
      /** The help of a choice that can no longer be changed, and what says so of the stored row. */
      readonly fixed?: { readonly by: string; readonly help: ConsoleKey };
    }
  | {
      /** A list or an object, which the draft holds as JSON. */
      readonly kind: 'structured';
      /** The server's value as JSON, the same for values that mean the same. */
      readonly read: (value: unknown) => string;
      readonly say: (json: string, t: ConsoleTranslate) => string;
      /** The label of a part, such as `0.label`. */
      readonly partLabel: (part: string, t: ConsoleTranslate) => string;
      readonly Input: ComponentType<StructuredInputProps>;
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
  /** By what is in the form, and what is stored. */
  readonly isShown?: (fields: Fields, stored: Fields) => boolean;
};

/** Methods, because their parameters are bivariant: a `Resource<FaqItem>` is a `Resource`. */
interface EditCalls<T extends Row> {
  list(channel: number, signal: AbortSignal): Promise<T[]>;
  update(channel: number, item: number, version: number, fields: object): Promise<T>;
  /** Only where there can be several. */
  create?(channel: number, fields: object, key: string): Promise<T>;
}

interface ResourceCalls<T extends Row> extends EditCalls<T> {
  create(channel: number, fields: object, key: string): Promise<T>;
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

export interface AsideProps {
  readonly channel: OperatorChannel;
  /** Null for a new item. */
  readonly item: number | null;
  /** As they are in the form. */
  readonly fields: Fields;
}

export interface ListProps {
  readonly channel: OperatorChannel;
  readonly resource: Resource;
  readonly rows: readonly Row[];
  /** The search text. */
  readonly find: string;
  readonly onFind: (find: string) => void;
}

/** Describes what a form edits. */
export interface Editable<T extends Row = Row> {
  readonly kind: SiteKind;
  /** Of the drafts of new items, where they are kept apart from others of the kind. */
  readonly draftKind?: string;
  /** The segment in the address of its screens. */
  readonly noun: string;
  readonly may: May;
  readonly fields: readonly Field[];
  readonly calls: EditCalls<T>;
}

/** What a channel has exactly one of: a list of one. */
export interface Single<T extends Row = Row> extends Editable<T> {
  readonly texts: Pick<Texts, 'title'> & {
    /** The sentence for a failed load. */
    readonly error: ConsoleKey;
  };
}

/** Describes a type of content; list, form, versions and drafts follow from it. */
export interface Resource<T extends Row = Row> extends Editable<T> {
  readonly texts: Texts;
  /** The fields of a new item. */
  readonly blank: Fields;
  readonly calls: ResourceCalls<T>;
  title(row: T, t: ConsoleTranslate): string;
  /** Stands below the form. */
  readonly Aside?: ComponentType<AsideProps>;
  /** Its list, where that is not a plain one. */
  readonly List?: ComponentType<ListProps>;
  /** Why an item was not removed, where the code of the refusal says it. */
  sayRefusal?(code: string, name: string, t: ConsoleTranslate): string | null;
  /** The line below the title in the list. */
  facts?(row: T, t: ConsoleTranslate, locale: string): readonly string[];
}

type FieldsOf<T extends Row> = readonly Field<Exclude<keyof T & string, keyof Row | 'translations'>>[];

/** A field name that the server does not know is a type error. */
export function defineResource<T extends Row>(
  description: Omit<Resource<T>, 'fields'> & { readonly fields: FieldsOf<T> },
): Resource {
  return description;
}

/** The same for what a channel has exactly one of. */
export function defineSingle<T extends Row>(
  description: Omit<Single<T>, 'fields'> & { readonly fields: FieldsOf<T> },
): Single {
  return description;
}
