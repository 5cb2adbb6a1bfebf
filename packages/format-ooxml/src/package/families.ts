/** The three families of Office files. */
export type OfficeFamily = 'word' | 'powerpoint' | 'excel';

/** The file-name endings of a family: document, template and macro-enabled variants. */
const endings: Readonly<Record<OfficeFamily, readonly string[]>> = {
  word: ['docx', 'docm', 'dotx', 'dotm'],
  powerpoint: ['pptx', 'pptm', 'potx', 'potm', 'ppsx', 'ppsm', 'ppam'],
  excel: ['xlsx', 'xlsm', 'xltx', 'xltm', 'xlam'],
};

/** The content type that the main part of a file with that ending has (ECMA-376 part 1, 11.3.10, 12.3.3, 13.3.6; MS-OFFMACRO). */
const typeOfEnding: Readonly<Record<string, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  docm: 'application/vnd.ms-word.document.macroEnabled.main+xml',
  dotx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml',
  dotm: 'application/vnd.ms-word.template.macroEnabledTemplate.main+xml',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
  pptm: 'application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml',
  potx: 'application/vnd.openxmlformats-officedocument.presentationml.template.main+xml',
  potm: 'application/vnd.ms-powerpoint.template.macroEnabled.main+xml',
  ppsx: 'application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml',
  ppsm: 'application/vnd.ms-powerpoint.slideshow.macroEnabled.main+xml',
  ppam: 'application/vnd.ms-powerpoint.addin.macroEnabled.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
  xlsm: 'application/vnd.ms-excel.sheet.macroEnabled.main+xml',
  xltx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml',
  xltm: 'application/vnd.ms-excel.template.macroEnabled.main+xml',
  xlam: 'application/vnd.ms-excel.addin.macroEnabled.main+xml',
};

/** What people call a file of the family, with its article. */
export const familyNames: Readonly<Record<OfficeFamily, string>> = {
  word: 'a Word document',
  powerpoint: 'a PowerPoint presentation',
  excel: 'an Excel workbook',
};

/** The ending of a file's name in lower case, or '' where it has none. */
export function endingOf(fileName: string): string {
  return /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
}

/** The family that a file's name claims. */
export function familyOfName(fileName: string): OfficeFamily | undefined {
  return familyOfEnding.get(endingOf(fileName));
}

/** The family of a package by its main part's content type, which is compared without regard to case. */
export function familyOfType(contentType: string): OfficeFamily | undefined {
  const ending = endingOfType.get(contentType.toLowerCase());
  return ending === undefined ? undefined : familyOfEnding.get(ending);
}

/** The ending that goes with a main part's content type. */
export function endingOfMainType(contentType: string): string | undefined {
  return endingOfType.get(contentType.toLowerCase());
}

/** The main part's root element, by namespace and local name. */
export const rootOfFamily: Readonly<Record<OfficeFamily, { readonly namespace: string; readonly local: string }>> = {
  word: { namespace: 'word', local: 'document' },
  powerpoint: { namespace: 'slide', local: 'presentation' },
  excel: { namespace: 'sheet', local: 'workbook' },
};

const familyOfEnding: ReadonlyMap<string, OfficeFamily> = new Map(
  (Object.keys(endings) as OfficeFamily[]).flatMap((family) =>
    endings[family].map((ending): [string, OfficeFamily] => [ending, family]),
  ),
);

const endingOfType: ReadonlyMap<string, string> = new Map(
  Object.entries(typeOfEnding).map(([ending, type]) => [type.toLowerCase(), ending]),
);
