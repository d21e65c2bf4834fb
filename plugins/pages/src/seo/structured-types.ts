/* Types of schema.org that the pages use. A test compares them with the package `schema-dts`. */

export interface StructuredAddress {
  readonly "@type": "PostalAddress";
  readonly streetAddress?: string;
  readonly addressLocality?: string;
  readonly addressRegion?: string;
  readonly postalCode?: string;
  readonly addressCountry?: string;
}

/** Image with the credit and license that must be shown with it. */
export interface StructuredImage {
  readonly "@type": "ImageObject";
  readonly contentUrl: string;
  readonly creditText?: string;
  readonly license?: string;
}

export interface StructuredPlace {
  readonly "@type": "Place";
  readonly name: string;
  readonly url: string;
  readonly description?: string;
  readonly image?: string | StructuredImage;
  readonly address?: StructuredAddress;
  readonly geo?: {
    readonly "@type": "GeoCoordinates";
    readonly latitude: number;
    readonly longitude: number;
  };
  readonly telephone?: string;
  readonly sameAs?: string;
}

export interface StructuredVirtualPlace {
  readonly "@type": "VirtualLocation";
  readonly url: string;
}

export interface StructuredOrganization {
  readonly "@type": "Organization";
  readonly name: string;
  readonly url: string;
  readonly description?: string;
  readonly image?: string | StructuredImage;
  readonly telephone?: string;
  readonly email?: string;
  readonly sameAs?: string;
}

export type StructuredOffer =
  | {
      readonly "@type": "Offer";
      readonly price: number;
      readonly priceCurrency: string;
      readonly url: string;
    }
  | {
      readonly "@type": "AggregateOffer";
      readonly lowPrice: number;
      readonly highPrice: number;
      readonly priceCurrency: string;
      readonly url: string;
    };

export type StructuredStatus =
  | "https://schema.org/EventScheduled"
  | "https://schema.org/EventCancelled"
  | "https://schema.org/EventPostponed"
  | "https://schema.org/EventRescheduled"
  | "https://schema.org/EventMovedOnline";

export interface StructuredEvent {
  readonly "@type": "Event";
  readonly name: string;
  readonly url: string;
  /** ISO 8601 time with an offset. For an all-day event, only a date. */
  readonly startDate: string;
  readonly endDate: string;
  readonly eventStatus: StructuredStatus;
  readonly eventAttendanceMode:
    | "https://schema.org/OnlineEventAttendanceMode"
    | "https://schema.org/OfflineEventAttendanceMode";
  readonly previousStartDate?: string;
  readonly description?: string;
  readonly image?: readonly (string | StructuredImage)[];
  readonly location?: StructuredPlace | StructuredVirtualPlace;
  readonly organizer?: readonly StructuredOrganization[];
  readonly offers?: StructuredOffer;
  readonly isAccessibleForFree?: boolean;
  /** Set if the event is an occurrence of a series. */
  readonly superEvent?: { readonly "@type": "EventSeries"; readonly name: string; readonly url: string };
}

export interface StructuredBreadcrumbs {
  readonly "@type": "BreadcrumbList";
  readonly itemListElement: readonly {
    readonly "@type": "ListItem";
    readonly position: number;
    readonly name: string;
    readonly item: string;
  }[];
}

export interface StructuredList {
  readonly "@type": "ItemList";
  readonly itemListElement: readonly {
    readonly "@type": "ListItem";
    readonly position: number;
    readonly url: string;
    readonly name: string;
  }[];
}

export type StructuredThing =
  | StructuredEvent
  | StructuredPlace
  | StructuredOrganization
  | StructuredBreadcrumbs
  | StructuredList;
