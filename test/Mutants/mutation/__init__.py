"""Mutation testing: does any test notice a small fault in the compiler?"""
