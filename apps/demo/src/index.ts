// The thin shell of Verbatim: the command line and the local review page.
export {};
