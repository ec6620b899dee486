// Index definitions name tokenizers, so a program that imports `LodeStore` needs no other import.
@_exported public import LodeText
