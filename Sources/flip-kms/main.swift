print("flip-kms")
